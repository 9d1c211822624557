import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './compose-file.js';

/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  name: string;
  value: string;
  /** Number of the build stage it belongs to, from 0. */
  stage: number;
}

export function readDockerfile(): Instruction[] {
  const lines = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  let stage = -1;
  return lines.map((line) => {
    const [name = '', ...rest] = line.split(' ');
    if (name === 'FROM') stage += 1;
    return { name, value: rest.join(' '), stage };
  });
}

/** The paths that COPY instructions take from the build context, those copied between stages left out. */
export function copiedFromContext(instructions: Instruction[]): string[] {
  return instructions
    .filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from='))
    .flatMap(({ value }) => value.split(' ').slice(0, -1));
}
