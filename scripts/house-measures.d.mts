/** The text of each file by its path. */
type Texts = ReadonlyMap<string, string>;

export interface Row {
  id: string;
  name: string;
  value: number;
  target?: number;
  step: number;
  advice: string;
  /** Where a phrase stands. */
  places?: string[];
}

export interface Limits {
  ceilings: Record<string, number>;
  mutualFolders: string[];
}

export function measure(texts: Texts): Row[];
export function mutualFolders(texts: Texts): string[];
export function violations(rows: Row[], pairs: string[], limits: Limits): string[];
export function lowered(rows: Row[], pairs: string[], limits: Limits): Limits;
