export interface Rule {
  number: string;
  /** Why it has no test. */
  argument?: string;
}

export function readRules(markdown: string): Rule[];
export function testedNumbers(source: string): string[];
export function checkRules(root: string): {
  rules: Rule[];
  untested: Rule[];
  argued: Rule[];
  outdated: Rule[];
  unknown: string[];
  misplaced: Rule[];
};
