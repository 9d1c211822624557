/** A package as a list of licences names it. */
export interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
}

/** Whether a path of a lockfile is a package, and neither the root nor a workspace of it. */
export function isForeign(path: string, lockfile: object): boolean;
export function productionPackages(lockfile: object): LicensedPackage[];
