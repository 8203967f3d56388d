/** What a page of settings asks the server for: nothing in the first moment, then a word, then what was asked for or what went wrong. */
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { TroubleNotice } from "../../parts/notice.js";
import { troubleIn } from "../../server/api.js";
import styles from "./page-parts.module.css";

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Said while it is waited for: "Reading the models". */
  readonly waiting: string;
  readonly children: (data: Data) => ReactNode;
}

const PATIENCE_MS = 300;

export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    const { message, action } = troubleIn(query.error);
    return (
      <TroubleNotice
        message={message}
        action={action}
        actions={[{ label: "Try again", run: () => void query.refetch() }]}
      />
    );
  }
  return <Waiting words={waiting} />;
}

function Waiting({ words }: { readonly words: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.quiet} role="status">
      {long && `${words} …`}
    </p>
  );
}
