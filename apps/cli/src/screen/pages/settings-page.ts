/** The settings of the terminal, changed with arrows and Enter. */
import { AT_ONCE, SETTINGS, type TerminalSettings } from "../../settings-table.js";
import type { ListPage } from "../list-page.js";
import type { Key } from "../player.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

export async function settingsPage(host: PageHost): Promise<Page> {
  return new SettingsPage(host, await host.beside.settings());
}

const TITLE_WIDTH = 14;

class SettingsPage extends ListKeys {
  constructor(
    host: PageHost,
    private settings: TerminalSettings,
  ) {
    super(host);
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    return {
      title: "Settings",
      rows: SETTINGS.map(({ key, title, about, values }) => ({
        text: `${title.padEnd(TITLE_WIDTH)}${this.settings[key]}`,
        more: [`${about}: ${values.join(", ")}`],
      })),
      hint: "Enter changes, , closes",
    };
  }

  protected own(key: Key): boolean {
    const setting = SETTINGS[this.marked];
    if (key.kind !== "enter" || !setting) return false;
    const at = setting.values.indexOf(String(this.settings[setting.key]));
    const next = setting.values[(at + 1) % setting.values.length] ?? setting.values[0];
    this.attempt(
      this.host.beside.set(setting.key, next).then((settings) => {
        this.settings = settings;
        if (!AT_ONCE.has(setting.key)) this.say("That holds from the next start.");
      }),
    );
    return true;
  }
}
