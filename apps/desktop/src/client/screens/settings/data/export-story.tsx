import { Dialog } from "../../../parts/dialog.js";
import { Button } from "../../../parts/button.js";
import { TroubleNotice } from "../../../parts/notice.js";
import { troubleIn, ServerTrouble } from "../../../server/api.js";
import { ask } from "../../../server/session.js";
import parts from "../page-parts.module.css";
import { useDoing } from "../use-doing.js";

const FORMS = [
  { format: "markdown", ending: "md", label: "Markdown", about: "To be read and printed anywhere." },
  { format: "html", ending: "html", label: "A page", about: "To be opened in a browser." },
  { format: "json", ending: "json", label: "JSON", about: "To be played on, on another computer." },
] as const;

/** A story as a file, in every form that there is. */
export function ExportStory(props: { readonly id: string; readonly title: string; onClose(): void }) {
  const { id, title, onClose } = props;
  const save = useDoing(async ({ format, ending }: (typeof FORMS)[number]) => {
    const answer = await ask(`/api/stories/${encodeURIComponent(id)}/export?format=${format}`);
    if (!answer.ok) throw new ServerTrouble(troubleIn(await answer.json().catch(() => null)));
    download(await answer.blob(), `${fileName(title)}.${ending}`);
    onClose();
  });
  return (
    <Dialog title={`Export ${title}`} onClose={onClose}>
      {save.trouble && <TroubleNotice message={save.trouble.message} action={save.trouble.action} />}
      <ul role="list" className={parts.rows}>
        {FORMS.map((form) => (
          <li key={form.format} className={parts.row}>
            <div className={parts.words}>
              <strong>{form.label}</strong>
              <span className={parts.quiet}>{form.about}</span>
            </div>
            <Button aria-label={`Save as ${form.label}`} disabled={save.running} onClick={() => save.run(form)}>
              Save
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "story";
}
