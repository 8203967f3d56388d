import type { ComponentProps } from "react";
import styles from "./button.module.css";

export interface ButtonProps extends ComponentProps<"button"> {
  /** One filled button a view. */
  readonly kind?: "filled" | "outlined" | "text" | "danger";
  /** 36 px high, with a target of 44. */
  readonly dense?: boolean;
}

export function Button({ kind = "outlined", dense = false, className = "", ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles.button} ${className}`} data-kind={kind} data-dense={dense} {...rest} />
  );
}

export interface IconButtonProps extends ComponentProps<"button"> {
  /** What it does, for those who do not see the icon; also shown as a tip. */
  readonly label: string;
}

export function IconButton({ label, className = "", ...rest }: IconButtonProps) {
  return <button type="button" aria-label={label} title={label} className={`${styles.icon} ${className}`} {...rest} />;
}
