/** What the page says of a setting. */
export interface DocumentedSetting {
  default: unknown;
  description: string;
}

export const path: string;
export function settingsPage(settings: Readonly<Record<string, DocumentedSetting>>): string;
export function render(): Promise<string>;
