/** A package as a list of licences names it. */
export interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
}

/** The path of the list in the repository. */
export const LIST: string;
export function productionPackages(lockfile: object): LicensedPackage[];
export function toMarkdown(packages: LicensedPackage[]): string;
