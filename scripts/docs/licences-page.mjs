/**
 * Every package of package-lock.json that an installation without development packages may get, on any system, with its
 * licence. What the console is built of is among them.
 */
import { readFileSync } from 'node:fs';

const LOCKFILE = new URL('../../package-lock.json', import.meta.url);

export const path = 'THIRD-PARTY-LICENSES.md';

export async function render() {
  return toMarkdown(productionPackages(JSON.parse(readFileSync(LOCKFILE, 'utf8'))));
}

/** What packages whose manifest names no licence, or not by its SPDX name, say elsewhere. */
const STATED_ELSEWHERE = [
  // Native code of msgpackr-extract, published with it.
  [/^@msgpackr-extract\//, 'MIT'],
  // In its LICENSE file.
  [/^xmlhttprequest-ssl$/, 'MIT'],
  // Its manifest names the address, too.
  [/^slick$/, 'MIT'],
];

/** The packages of production as name, version and licence, each once, in the order of their names. */
export function productionPackages(lockfile) {
  const packages = Object.entries(lockfile.packages)
    .filter(([path, { dev, devOptional }]) => isForeign(path, lockfile) && !dev && !devOptional)
    .map(([path, entry]) => {
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const elsewhere = STATED_ELSEWHERE.find(([names]) => names.test(name))?.[1];
      return { name, version: entry.version, licence: elsewhere ?? entry.license ?? 'unknown' };
    });
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Whether a path of a lockfile is a package, and neither the root nor a workspace of it. */
export function isForeign(path, { packages }) {
  return path.includes('node_modules/') && !packages[path].link;
}

function toMarkdown(packages) {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Licences of third-party packages

What Carillon runs on and what the console is built of, made by \`npm run docs\` from package-lock.json. The text of each
licence is in the folder of its package in \`node_modules\`, also in the image.

| Package | Version | Licence |
| --- | --- | --- |
${rows.join('\n')}
`;
}
