/** A screen of a story where none is open. */
import { BookOpen } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../parts/empty.js";

export function NoStory() {
  return (
    <Empty icon={BookOpen} title="No story is open">
      <p>
        Open one in the <Link href="/library">library</Link>, and come back.
      </p>
    </Empty>
  );
}
