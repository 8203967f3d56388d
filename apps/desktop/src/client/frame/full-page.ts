/** A screen that has the whole window, without the rail: it stands for all else, as the first start does. */
import { useEffect } from "react";

export function useFullPage(): void {
  useEffect(() => {
    document.documentElement.dataset["page"] = "full";
    return () => {
      delete document.documentElement.dataset["page"];
    };
  }, []);
}
