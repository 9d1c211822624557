import { inspect, styleText } from 'node:util';
import { Global, type LoggerService, Module } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { Config } from '../config/config.js';
import { currentTraceId } from '../tracing/tracing.js';
import { isObject } from '../values/is-object.js';
import { withSourcePositions } from './source-positions.js';
import { isNested, REDACTED, SECRET_FIELDS, withoutSecrets } from './redact.js';
import { toStandardOutput } from './standard-output.js';

type Fields = Record<string, unknown>;

/**
 * The log: JSON lines for the operator. ERROR means act now, WARN recovers by itself, INFO is one line per trigger and
 * per delivery. Lines contain the ids of their environment, transaction and subscriber, never a secret, a payload or
 * rendered content.
 */
export class Logger implements LoggerService {
  /** For lines with nested objects: also redacts secrets in these, at any depth, which takes longer. */
  private readonly deep;
  /** For all other lines, which are nearly all. */
  private readonly flat;

  constructor(config: Config, destination: DestinationStream = logDestination(config)) {
    const level = (label: string) => ({ level: label });
    const options = {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === undefined ? {} : { traceId };
      },
    };
    const redact = { paths: SECRET_FIELDS, censor: REDACTED };
    this.flat = pino({ ...options, formatters: { level }, redact }, destination);
    const log = (fields: Fields) => withoutSecrets(withReadableError(fields)) as Fields;
    this.deep = pino({ ...options, formatters: { level, log }, serializers: { err: (error) => error } }, destination);
  }

  error(fieldsOrMessage: Fields | string, ...rest: unknown[]): void {
    this.write('error', fieldsOrMessage, rest);
  }

  warn(fieldsOrMessage: Fields | string, ...rest: unknown[]): void {
    this.write('warn', fieldsOrMessage, rest);
  }

  info(fieldsOrMessage: Fields | string, ...rest: unknown[]): void {
    this.write('info', fieldsOrMessage, rest);
  }

  debug(fieldsOrMessage: Fields | string, ...rest: unknown[]): void {
    this.write('debug', fieldsOrMessage, rest);
  }

  /** Nest's own messages about routes and modules are logged as debug. */
  log(message: string, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  /** Accepts both ways of calling: ours are (fields, message), those of Nest (message, ...parameters, context). */
  private write(level: 'error' | 'warn' | 'info' | 'debug', fieldsOrMessage: Fields | string, rest: unknown[]): void {
    const isMessage = typeof fieldsOrMessage === 'string';
    const fields = isMessage ? (rest.length > 0 ? { context: rest.at(-1) } : {}) : fieldsOf(fieldsOrMessage);
    const message = isMessage ? fieldsOrMessage : typeof rest[0] === 'string' ? rest[0] : '';
    const log = Object.values(fields).some(isNested) ? this.deep : this.flat;
    log[level](fields, message);
  }
}

/** Logs one line when something begins to fail, and no other until it has worked again. */
export class OnceLogger {
  private failing = false;

  constructor(
    private readonly logger: Logger,
    private readonly message: string,
  ) {}

  failed(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    this.logger.warn({ err: error }, this.message);
  }

  worked(): void {
    this.failing = false;
  }
}

/** An error that is logged by itself, as Nest does at a start that fails, is a field like any other. */
function fieldsOf(logged: Fields | Error): Fields {
  return logged instanceof Error ? { err: logged } : logged;
}

/** Fields with the error among them, if any, as an object with its type, message and stack. */
function withReadableError(fields: Fields): Fields {
  if (!isNested(fields.err)) return fields;
  const error = pino.stdSerializers.err(fields.err as Error);
  return { ...fields, err: { ...error, ...(error.stack && { stack: withSourcePositions(error.stack) }) } };
}

@Global()
@Module({
  providers: [{ provide: Logger, useFactory: (config: Config) => new Logger(config), inject: [Config] }],
  exports: [Logger],
})
export class LoggingModule {}

/** Where lines are written, in the format of `LOG_FORMAT`. */
export function logDestination(
  { logFormat }: Pick<Config, 'logFormat'>,
  output: Pick<typeof process.stdout, 'isTTY' | 'hasColors' | 'write'> = process.stdout,
): DestinationStream {
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY);
  if (isReadable) {
    const coloured = output.isTTY && output.hasColors();
    return { write: (line) => void output.write(readableLine(line, coloured)) };
  }
  return output === process.stdout ? toStandardOutput() : { write: (line) => void output.write(line) };
}

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
 * A line of the log for a terminal: time of day, level, message, fields, and the stack of an error below. A line that
 * is not JSON stays as it is. `coloured`: with terminal escapes.
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

/** Escapes control characters, which could move the cursor. */
function shown(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/@~-]+$/.test(value)) return value;
  return inspect(value, { breakLength: Infinity, depth: 4, compact: true });
}

/** Removes control characters, which could move the cursor. */
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
