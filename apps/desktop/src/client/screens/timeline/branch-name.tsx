/** The name of a branch, which can be changed. */
import { useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "../../frame/toasts.js";
import { Button } from "../../parts/button.js";
import { api, got, troubleIn } from "../../server/api.js";
import styles from "./timeline.module.css";

interface BranchNameProps {
  readonly id: string;
  readonly branch: string;
  readonly title: string;
}

const LONGEST = 80;

export function BranchName({ id, branch, title }: BranchNameProps) {
  const [name, setName] = useState<string | null>(null);
  const queries = useQueryClient();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name === null) return;
    try {
      await got(api.stories[":id"].branches[":branch"].$patch({ param: { id, branch }, json: { name: name.trim() } }));
      await queries.invalidateQueries({ queryKey: ["story", id, "tree"] });
      setName(null);
      toast({
        text: name.trim() === "" ? "The branch has its old name again." : `The branch is called “${name.trim()}”.`,
      });
    } catch (error) {
      toast({ text: troubleIn(error).message });
    }
  };
  if (name === null) {
    return (
      <p className={styles.branch}>
        <span>{title}</span>
        <Button kind="text" dense onClick={() => setName(title)}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
          Rename
        </Button>
      </p>
    );
  }
  return (
    <form className={styles.branch} onSubmit={(event) => void save(event)}>
      <label className={styles.rename}>
        <span className="unseen">Name of the branch</span>
        <input
          autoFocus
          value={name}
          maxLength={LONGEST}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key === "Escape" && setName(null)}
        />
      </label>
      <Button type="submit" dense>
        Save
      </Button>
      <Button kind="text" dense onClick={() => setName(null)}>
        Cancel
      </Button>
    </form>
  );
}
