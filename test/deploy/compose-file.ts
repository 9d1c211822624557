import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The parts of a Compose file that Carillon's own file uses. */
export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean } | null>;
}

export interface ComposeService {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string | number | boolean>;
  ports?: string[];
  volumes?: string[];
  restart?: string;
  logging?: { driver: string; options: Record<string, string> };
  deploy?: { resources: { limits: { cpus: string; memory: string } } };
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  user?: string;
  networks?: string[];
  stop_grace_period?: string;
  ulimits?: { nofile: number };
  healthcheck?: { test: string[]; interval: string; timeout: string; retries: number };
  depends_on?: Record<string, { condition: string }>;
}

export const repositoryRoot = join(import.meta.dirname, '../..');

export function readComposeFile(): ComposeFile {
  return parse(readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
}

/**
 * The environment that Compose would give to a service, with `variables` (the shell's or an .env file's) put in. Throws as
 * Compose does when a required variable is not set, and when there is no such service.
 */
export function composeEnvironment(
  serviceName: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const service = readComposeFile().services[serviceName];
  if (!service) throw new Error(`docker-compose.yml has no service '${serviceName}'`);
  const entries = Object.entries(service.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, substitute(String(value), variables)]));
}

/** Puts variables into a text: `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as Compose does. */
export function substitute(text: string, variables: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name?: string, kind?: string, rest?: string) => {
    if (name === undefined) return '$';
    const value = variables[name];
    if (value) return value;
    if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
    return kind === '-' ? (rest ?? '') : '';
  });
}
