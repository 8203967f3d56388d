/** A picture that gives way to something else where it cannot be loaded: its file is damaged, or the program is gone. */
import { type ComponentProps, type ReactNode, useState } from "react";

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "onError"> {
  readonly src: string;
  readonly fallback: ReactNode;
}

export function Picture({ src, fallback, ...image }: PictureProps) {
  // A new address is tried again, such as after the program was started anew.
  const [broken, setBroken] = useState<string | null>(null);
  if (src === broken) return fallback;
  return <img src={src} {...image} onError={() => setBroken(src)} />;
}
