import { nearest } from '../values/nearest.js';
import { variableName } from './config.js';
import { SETTINGS } from './settings.js';

/** A variable that no setting has, and the setting that was probably meant. */
export interface MisspeltSetting {
  variable: string;
  meant: string;
}

const VARIABLES = Object.keys(SETTINGS).map(variableName);

/** Names that other programs have for the same. */
const OTHER_NAMES: Readonly<Record<string, string>> = { MONGO_URI: 'MONGODB_URI', MONGO_URL: 'MONGODB_URI' };

/** What people put before the names of settings. */
const PREFIX = 'CARILLON_';

/** `npm run workflows` reads these; a server is told nothing by them. */
const OF_COMMANDS = new Set(['CARILLON_API_KEY', 'CARILLON_URL']);

/** Among short names one slip is enough to be the name of something else. */
const SHORT_NAME = 7;

/**
 * The variables of an environment that are a setting but for a slip: two letters, one in short names, a word but the
 * first left out, or `CARILLON_` before it. Their values are not looked at.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): MisspeltSetting[] {
  // Kubernetes gives every container such variables of a service that is called `carillon`, CARILLON_PORT among them.
  const isService = `${PREFIX}SERVICE_HOST` in environment;
  return Object.keys(environment).flatMap((variable) => {
    if (isService && variable.startsWith(PREFIX)) return [];
    const meant = meantBy(variable);
    return meant === undefined ? [] : [{ variable, meant }];
  });
}

function meantBy(variable: string): string | undefined {
  if (VARIABLES.includes(variable) || OF_COMMANDS.has(variable) || /^(npm|node)_/i.test(variable)) return undefined;
  const name = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length) : variable;
  if (VARIABLES.includes(name)) return name;
  return (
    OTHER_NAMES[name] ?? nearest(name, VARIABLES, name.length < SHORT_NAME ? 1 : 2) ?? withWordLeftOut(name.split('_'))
  );
}

function withWordLeftOut(words: readonly string[]): string | undefined {
  if (words.length < 2) return undefined;
  return VARIABLES.find((variable) => {
    const all = variable.split('_');
    return (
      all.length === words.length + 1 &&
      all.some((_, index) => index > 0 && all.toSpliced(index, 1).join() === words.join())
    );
  });
}
