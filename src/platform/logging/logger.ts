import { Global, type LoggerService, Module } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { Config } from '../config/config.js';
import { currentLogContext } from './log-context.js';
import { readableLine } from './readable-line.js';

type Fields = Record<string, unknown>;

/** Wherever one of these names appears in a logged object, its value is replaced. */
const SECRET_FIELDS = ['authorization', 'apiKey', 'secretKey', 'password', 'token', 'credentials', 'payload', 'key'];

/**
 * The log: JSON lines for the person on call. ERROR means act now, WARN heals itself, INFO is one line per trigger
 * and per delivery. Lines carry the environment, transaction and subscriber they belong to, never a secret, a
 * payload or rendered content.
 */
export class Logger implements LoggerService {
  /** For lines with objects in them, where secrets are looked for at every depth. That takes five times as long. */
  private readonly deep;
  /** For all others, which are nearly all. */
  private readonly flat;

  constructor(config: Config, destination: DestinationStream = logDestination(config)) {
    const withoutSecrets = (paths: string[]) =>
      pino(
        {
          level: config.logLevel,
          base: null,
          timestamp: pino.stdTimeFunctions.isoTime,
          formatters: { level: (label: string) => ({ level: label }) },
          mixin: () => ({ ...currentLogContext() }),
          redact: { paths, censor: '[redacted]' },
        },
        destination,
      );
    this.flat = withoutSecrets(SECRET_FIELDS);
    this.deep = withoutSecrets(SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]));
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

  /** Nest's own chatter about routes and modules is detail here. */
  log(message: string, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  // Our calls are (fields, message); Nest's are (message, ...parameters, context).
  private write(level: 'error' | 'warn' | 'info' | 'debug', fieldsOrMessage: Fields | string, rest: unknown[]): void {
    const said = typeof fieldsOrMessage === 'string';
    const fields = said ? (rest.length > 0 ? { context: rest.at(-1) } : {}) : fieldsOrMessage;
    const message = said ? fieldsOrMessage : typeof rest[0] === 'string' ? rest[0] : '';
    const log = Object.values(fields).some(isNested) ? this.deep : this.flat;
    log[level](fields, message);
  }
}

/** Where lines go, in the form that `LOG_FORMAT` asks for. */
export function logDestination(
  { logFormat }: Pick<Config, 'logFormat'>,
  output: Pick<typeof process.stdout, 'isTTY' | 'hasColors' | 'write'> = process.stdout,
): DestinationStream {
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY);
  if (isReadable) {
    const coloured = output.isTTY && output.hasColors();
    return { write: (line) => void output.write(readableLine(line, coloured)) };
  }
  return output === process.stdout ? pino.destination(1) : { write: (line) => void output.write(line) };
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

@Global()
@Module({
  providers: [{ provide: Logger, useFactory: (config: Config) => new Logger(config), inject: [Config] }],
  exports: [Logger],
})
export class LoggingModule {}
