/** A part of the page that fails is replaced by its own notice: never by a white page. */
import { Component, type ErrorInfo, type ReactNode } from "react";
import { TroubleNotice } from "../parts/notice.js";
import styles from "./boundary.module.css";
import { FetchedLater, NotFetched } from "./late.js";

interface Props {
  /** What failed, for the notice: "This screen". */
  readonly what: string;
  readonly children: ReactNode;
  /** Whether it has a screen to itself. */
  readonly isScreen?: boolean;
  /** What trying again does, where drawing it anew is not enough. */
  again?(): void;
}

export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error("thrown without a reason") };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    const { error }: { readonly error: unknown } = this.state;
    if (error === null) return this.props.children;
    const notice =
      error instanceof NotFetched ? (
        <FetchedLater />
      ) : (
        <TroubleNotice
          message={`${this.props.what} cannot be shown. Your story is safe.`}
          actions={[{ label: "Try again", run: this.props.again ?? (() => this.setState({ error: null })) }]}
        />
      );
    return this.props.isScreen ? <div className={styles.screen}>{notice}</div> : notice;
  }
}
