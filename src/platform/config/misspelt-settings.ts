import { nearest } from '../values/nearest.js';
import { variableName } from './config.js';
import { SETTINGS } from './settings.js';

/** An unknown variable, and the setting that was probably meant. */
export interface MisspeltSetting {
  variable: string;
  meant: string;
}

const VARIABLES = Object.keys(SETTINGS).map(variableName);

/** Names that other programs use for the same setting. */
const OTHER_NAMES: Readonly<Record<string, string>> = { MONGO_URI: 'MONGODB_URI', MONGO_URL: 'MONGODB_URI' };

/** A prefix that users put before the names of settings. */
const PREFIX = 'CARILLON_';

/** `carillon workflows` reads these; the server ignores them. */
const OF_COMMANDS = new Set(['CARILLON_API_KEY', 'CARILLON_URL']);

/** Shorter names may differ in one letter only, because with two they are often the name of something else. */
const SHORT_NAME = 7;

/**
 * The variables that are probably a misspelt setting: two wrong letters (one in short names), a word other than the first
 * left out, or the prefix `CARILLON_`. Their values are not read.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): MisspeltSetting[] {
  // For a service named `carillon`, Kubernetes sets such variables in every container, CARILLON_PORT among them.
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
