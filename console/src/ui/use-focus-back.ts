import { useEffect, useState } from 'react';

/** For a dialog that exists only while it is open: gives the focus back to what has opened it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) (opener as HTMLElement | null)?.focus();
    },
    [opener],
  );
}
