/** A moment as fields of type `datetime-local` have it, in the reader's time zone: `2026-02-03T05:05`. */
export function toLocal(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The reverse of {@link toLocal}; undefined for an empty field. */
export function fromLocal(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
