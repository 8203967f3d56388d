/** The shelf: stories to go on with, and campaigns to begin. */
import { useQueryClient } from "@tanstack/react-query";
import { PackagePlus, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { announce } from "../../frame/announcer.js";
import { takeDroppedFile, useDroppedFile } from "../../frame/dropped-file.js";
import { Page } from "../../frame/page.js";
import { toast } from "../../frame/toasts.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { TroubleNotice } from "../../parts/notice.js";
import { Waiting } from "../../parts/waiting.js";
import { troubleIn } from "../../server/api.js";
import { CampaignSheet } from "./campaign-sheet.js";
import { Campaigns } from "./campaigns.js";
import { ChooseCampaign } from "./choose-campaign.js";
import { EmptyShelf } from "./empty-shelf.js";
import { Findings } from "./findings.js";
import { FirstStart } from "./first-start.js";
import { GoOnReading } from "./go-on-reading.js";
import { InstallDialog } from "./install-dialog.js";
import { useCampaigns, useStories } from "./shelf.js";

type Open =
  | { readonly what: "install"; readonly replace: boolean }
  | { readonly what: "choose" }
  | { readonly what: "sheet"; readonly name: string };

export default function LibraryScreen() {
  const campaigns = useCampaigns();
  const stories = useStories();
  const queries = useQueryClient();
  const { welcomed } = usePreferences();
  const setPreferences = useSetPreferences();
  const dropped = useDroppedFile();
  const [open, setOpen] = useState<Open | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const covers = useRef(new Map<string, HTMLElement>());
  /** Name of the campaign whose cover has focus once it is on the shelf. */
  const [awaited, setAwaited] = useState<string | null>(null);

  // What cannot be opened stays on the shelf, behind what can.
  const shelf = useMemo(
    () => (campaigns.data ?? []).toSorted((a, b) => Number(b.playable) - Number(a.playable)),
    [campaigns.data],
  );
  const begun = stories.data ?? [];
  const sheet = open?.what === "sheet" ? shelf.find(({ name }) => name === open.name) : undefined;
  const trouble = campaigns.error ?? stories.error;

  // Who comes to go on reading has the way on under their finger.
  const hasStories = campaigns.isSuccess && begun.length > 0;
  const isAlone = open === null && dropped === null;
  const mayFocus = useRef(isAlone);
  mayFocus.current = isAlone;
  useEffect(() => {
    // Focus that leaves a dialog closes it.
    if (hasStories && mayFocus.current) first.current?.focus({ preventScroll: true });
  }, [hasStories]);
  useEffect(() => {
    const cover = awaited === null ? undefined : covers.current.get(awaited);
    if (!cover) return;
    cover.focus();
    cover.scrollIntoView({ block: "nearest" });
    setAwaited(null);
  }, [awaited, shelf]);

  const close = useCallback(() => {
    setOpen(null);
    takeDroppedFile();
  }, []);
  const again = (): Promise<unknown> =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["campaigns"] }),
      queries.invalidateQueries({ queryKey: ["stories"] }),
    ]);

  const installing = open?.what === "install" || dropped !== null;
  const install = installing && (
    <InstallDialog
      dropped={dropped}
      replace={open?.what === "install" && open.replace}
      onClose={close}
      onInstalled={(name) => {
        void again();
        void setPreferences({ welcomed: true });
        toast({ text: `${name} installed.` });
        setAwaited(name);
        close();
      }}
      onImported={({ title }) => {
        void again();
        void setPreferences({ welcomed: true });
        toast({ text: `${title} imported.` });
        close();
      }}
    />
  );

  const isNew = begun.length === 0 && !welcomed && !trouble;
  // Whoever is new sees no shelf first that gives way to the first start; that needs nothing of the campaigns.
  if (isNew && !stories.isSuccess) return <Waiting>Reading the shelf</Waiting>;
  if (isNew)
    return (
      <>
        <FirstStart
          onChoose={() => void setPreferences({ welcomed: true })}
          onInstall={() => setOpen({ what: "install", replace: false })}
        />
        {install}
      </>
    );
  return (
    <Page
      title="Narratoria"
      actions={
        <>
          <Button onClick={() => setOpen({ what: "install", replace: false })}>
            <PackagePlus size={18} strokeWidth={1.75} aria-hidden />
            Install a campaign
          </Button>
          <Button kind={hasStories ? "outlined" : "filled"} onClick={() => setOpen({ what: "choose" })}>
            <Plus size={18} strokeWidth={1.75} aria-hidden />
            New story
          </Button>
        </>
      }
    >
      {trouble ? (
        <TroubleNotice
          {...troubleIn(trouble)}
          actions={[{ label: "Try again", run: () => void again().then(() => announce("Read again.")) }]}
        />
      ) : campaigns.isSuccess && stories.isSuccess ? (
        <>
          <Findings />
          {hasStories && <GoOnReading stories={begun} campaigns={shelf} first={first} />}
          {shelf.length > 0 ? (
            <Campaigns campaigns={shelf} covers={covers} onOpen={({ name }) => setOpen({ what: "sheet", name })} />
          ) : (
            <EmptyShelf onInstall={() => setOpen({ what: "install", replace: false })} />
          )}
        </>
      ) : (
        <Waiting>Reading the shelf</Waiting>
      )}
      {install}
      {open?.what === "choose" && (
        <ChooseCampaign
          campaigns={shelf}
          onClose={close}
          onChoose={(name) => setOpen({ what: "sheet", name })}
          onInstall={() => setOpen({ what: "install", replace: false })}
        />
      )}
      {sheet && (
        <CampaignSheet
          campaign={sheet}
          stories={begun}
          onClose={close}
          onReplace={() => setOpen({ what: "install", replace: true })}
          onCheck={again}
        />
      )}
    </Page>
  );
}
