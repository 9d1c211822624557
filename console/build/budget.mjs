/** What the browser may have to load for the first screen: scripts, with gzip. */
const BUDGET_BYTES = 250_000;

/** The screens somebody may begin with; each loads the entry, the frame around all screens, and its own file. */
const FIRST_SCREENS = /routes\/(sign-in|_in|_in\/[\w.$-]+)\.tsx/;

/**
 * Returns the scripts of each first screen, from Vite's manifest: by the name of its file, the names of all files that it
 * loads.
 */
export function firstScripts(manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const frame = Object.keys(manifest).find((key) => key.includes('routes/_in.tsx'));
  const screens = Object.keys(manifest).filter((key) => FIRST_SCREENS.test(key));
  return Object.fromEntries(
    screens.map((screen) => {
      const start = screen.includes('routes/_in/') ? [entry, frame, screen] : [entry, screen];
      return [screen.split('?', 1)[0], [...loadedBy(manifest, start)]];
    }),
  );
}

function loadedBy(manifest, keys, found = new Set()) {
  for (const key of keys) {
    const { file, imports = [] } = manifest[key];
    if (found.has(file)) continue;
    found.add(file);
    loadedBy(manifest, imports, found);
  }
  return found;
}

/** Says which screen loads too much, or undefined if none does. `sizes`: bytes with gzip by name of the file. */
export function overBudget(screens, sizes) {
  const totals = Object.entries(screens).map(([screen, files]) => {
    const total = files.reduce((sum, file) => sum + (sizes.get(file.slice(file.lastIndexOf('/') + 1)) ?? 0), 0);
    return { screen, total };
  });
  const largest = totals.toSorted((one, other) => other.total - one.total)[0];
  if (largest === undefined) return 'The console has no screens';
  const inKilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;
  if (process.argv.includes('--show')) for (const { screen, total } of totals) console.log(inKilobytes(total), screen);
  if (largest.total <= BUDGET_BYTES) return undefined;
  return (
    `console/${largest.screen} loads ${inKilobytes(largest.total)} of scripts (gzip) at first; ` +
    `${inKilobytes(BUDGET_BYTES)} are allowed. Import what is not needed first with import().`
  );
}
