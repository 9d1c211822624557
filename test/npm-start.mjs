import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const [, words] = scripts.start.split('&& node ');

/** The options of Node with which `npm start` runs the built application, and its file. */
export const NODE_OPTIONS = words.split(' ').slice(0, -1);
export const MAIN = resolve(root, words.split(' ').at(-1));
