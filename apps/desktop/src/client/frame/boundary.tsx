/** A part of the page that fails is replaced by its own notice: never by a white page. */
import { Component, type ErrorInfo, type ReactNode } from "react";
import { TroubleNotice } from "../parts/notice.js";

interface Props {
  /** What failed, for the notice: "This screen". */
  readonly what: string;
  readonly children: ReactNode;
  /** What trying again does, where drawing it anew is not enough. */
  again?(): void;
}

export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <TroubleNotice
        message={`${this.props.what} cannot be shown. Your story is safe.`}
        actions={[{ label: "Try again", run: this.props.again ?? (() => this.setState({ failed: false })) }]}
      />
    );
  }
}
