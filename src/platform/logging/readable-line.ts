import { inspect, styleText } from 'node:util';
import { isObject } from '../values/is-object.js';

type Style = Parameters<typeof styleText>[0];

const LEVEL_STYLES: Record<string, Style> = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'blue',
  trace: 'gray',
};

/**
 * A line of the log for people at a terminal: time of day, level, message, what belongs to it, and the stack of an error
 * below. What is no JSON stays as it is. `coloured`: with the escapes of a terminal.
 */
export function readableLine(json: string, coloured: boolean): string {
  const line = parsed(json);
  if (!line) return json;
  const { level, time, msg, err, ...fields } = line;
  const paint = (style: Style, text: string) => (coloured ? styleText(style, text, { validateStream: false }) : text);
  const name = String(level);
  const about = Object.entries(fields).map(([key, value]) => ` ${paint('gray', `${key}=`)}${shown(value)}`);
  const head = `${paint('gray', timeOfDay(time))} ${paint(LEVEL_STYLES[name] ?? 'gray', name.toUpperCase().padEnd(5))}`;
  return `${head} ${withoutControls(String(msg))}${about.join('')}\n${isObject(err) ? paint('gray', errorText(err)) : ''}`;
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function timeOfDay(time: unknown): string {
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return String(time);
  const two = (part: number) => String(part).padStart(2, '0');
  const milliseconds = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${milliseconds}`;
}

/** Control characters, which could move the cursor, are escaped. */
function shown(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/@~-]+$/.test(value)) return value;
  return inspect(value, { breakLength: Infinity, depth: 4, compact: true });
}

/** What is left could not move the cursor. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '');
}

/** The stack with its causes, indented. */
function errorText({ stack, message }: Record<string, unknown>): string {
  const text = typeof stack === 'string' ? stack : String(message);
  return text
    .split('\n')
    .map((line) => `    ${withoutControls(line)}\n`)
    .join('');
}
