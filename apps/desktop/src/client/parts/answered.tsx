/** What the server was asked: shown when it is there, trouble in words, and nothing at all in the first moments. */
import { type ReactNode, useEffect, useState } from "react";
import { troubleIn } from "../server/api.js";
import { TroubleNotice } from "./notice.js";

/** Shorter waits are not worth a word. */
const SILENT_MS = 300;

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

interface AnsweredProps<Data> {
  readonly query: Asked<Data>;
  /** What is waited for, as a sentence: "Reading the story tree". */
  readonly waiting: string;
  children(data: Data): ReactNode;
}

export function Answered<Data>({ query, waiting, children }: AnsweredProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Waiting>{waiting}</Waiting>;
  const { message, action } = troubleIn(query.error);
  return (
    <TroubleNotice
      message={message}
      action={action}
      actions={[{ label: "Try again", run: () => void query.refetch() }]}
    />
  );
}

export function Waiting({ children }: { readonly children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return late ? <p role="status">{children}</p> : null;
}
