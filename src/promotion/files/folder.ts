import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, parseDocument, visit } from 'yaml';
import { CommandError } from '../../platform/command-line/errors.js';
import { changedNumber } from '../../platform/http/bodies/exact-numbers.js';
import { isObject } from '../../platform/values/is-object.js';
import { type LayoutDefinition, type ResourceKind, withSortedKeys, type WorkflowDefinition } from '../definition.js';
import { EXIT } from './task.js';

/** A definition in a file. */
export interface DefinitionFile {
  kind: ResourceKind;
  id: string;
  path: string;
  /** The parsed file; a layout may have `isDefault: true`. */
  content: Record<string, unknown>;
}

/** Files of the folder are invalid; the message has the reason for each. */
export class FolderError extends CommandError {
  override readonly name = 'FolderError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'), EXIT.failed);
  }
}

/** The result of writing a folder, by path. */
interface FolderChanges {
  written: string[];
  removed: string[];
  unchanged: number;
}

const FOLDERS: Record<ResourceKind, string> = { layout: 'layouts', workflow: 'workflows' };
const KINDS = ['layout', 'workflow'] as const;

/** Reads the definitions in a folder: one YAML file each, in `layouts` and `workflows`. Throws {@link FolderError}. */
export async function readFolder(dir: string): Promise<DefinitionFile[]> {
  const files: DefinitionFile[] = [];
  const problems: string[] = [];
  for (const kind of KINDS) {
    for (const path of await yamlFilesIn(join(dir, FOLDERS[kind]))) {
      try {
        const file = readDefinition(kind, path, await readFile(path, 'utf8'));
        const duplicate = files.find((other) => other.kind === kind && other.id === file.id);
        if (duplicate) throw new Error(`${duplicate.path} has the same identifier, '${file.id}'`);
        files.push(file);
      } catch (error) {
        problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (problems.length > 0) throw new FolderError(problems);
  return files;
}

/**
 * Makes the folder contain exactly these definitions. A resource stays in its current file, whatever the name of that;
 * a file whose text is already correct is not written.
 */
export async function writeFolder(
  dir: string,
  layouts: readonly (LayoutDefinition & { isDefault?: true })[],
  workflows: readonly WorkflowDefinition[],
): Promise<FolderChanges> {
  const changes: FolderChanges = { written: [], removed: [], unchanged: 0 };
  const before = await readFolder(dir);
  const wanted = [
    ...layouts.map((layout) => ({ kind: 'layout' as const, id: layout.layoutId, text: toYaml(layout) })),
    ...workflows.map((workflow) => ({ kind: 'workflow' as const, id: workflow.workflowId, text: toYaml(workflow) })),
  ];
  for (const kind of KINDS) await mkdir(join(dir, FOLDERS[kind]), { recursive: true });
  for (const { kind, id, text } of wanted) {
    const known = before.find((file) => file.kind === kind && file.id === id);
    const path = known?.path ?? join(dir, FOLDERS[kind], fileNameOf(id));
    if (known && (await readFile(path, 'utf8')) === text) {
      changes.unchanged += 1;
      continue;
    }
    await writeFile(path, text);
    changes.written.push(path);
  }
  for (const { kind, id, path } of before) {
    if (wanted.some((one) => one.kind === kind && one.id === id)) continue;
    await rm(path);
    changes.removed.push(path);
  }
  return changes;
}

async function yamlFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isObject(error) && error['code'] === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

function readDefinition(kind: ResourceKind, path: string, text: string): DefinitionFile {
  const content = fromYaml(text);
  const field = kind === 'layout' ? 'layoutId' : 'workflowId';
  if (!isObject(content)) throw new Error(`It does not hold a ${kind}`);
  const id = content[field];
  if (typeof id !== 'string') throw new Error(`${field} is missing or not a text`);
  return { kind, id, path, content };
}

const YAML_OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/**
 * Returns the text of a file: fields in the order of the definition, members named by authors in alphabetical order.
 */
export function toYaml(definition: WorkflowDefinition | LayoutDefinition): string {
  const document = new Document(inFileOrder(definition), YAML_OPTIONS);
  visit(document, {
    Scalar(_key, scalar) {
      // As a block, lines of blanks alone would lose their blanks.
      if (typeof scalar.value !== 'string' || scalar.value.trim() !== '' || !scalar.value.includes('\n')) return;
      scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString(YAML_OPTIONS);
}

function inFileOrder(definition: WorkflowDefinition | LayoutDefinition): object {
  const translations = withSortedKeys(definition.translations);
  if (!('steps' in definition)) return { ...definition, translations };
  return {
    ...definition,
    ...(definition.payloadSchema && { payloadSchema: withSortedKeys(definition.payloadSchema) }),
    preferences: withSortedKeys(definition.preferences),
    steps: definition.steps.map((step) => ({ ...step, controlValues: withSortedKeys(step.controlValues) })),
    translations,
  };
}

/**
 * Parses a file, which may contain only JSON values. Throws an error that names line and column. Anchors and aliases
 * are refused, because a few lines could expand to gigabytes.
 */
export function fromYaml(text: string): unknown {
  const document = parseDocument(text, { merge: false, uniqueKeys: true, prettyErrors: true });
  const [problem] = document.errors;
  if (problem) throw new Error(problem.message.trim());
  visit(document, {
    Alias() {
      throw new Error('Anchors and aliases are not used here: write the value out');
    },
    Scalar(_key, { value, source }) {
      if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
        throw new Error(`${String(value)} is not a number that JSON knows`);
      }
      if (typeof value === 'number' && changedNumber(`[${source}]`)) {
        throw new Error(`${source} would be changed: put it in quotes`);
      }
    },
  });
  return document.toJS();
}

/** Identifiers that are valid file names on every system. */
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** Names that Windows reserves for devices, regardless of the extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const READABLE_LENGTH = 60;

/**
 * Returns the file name of a resource: its identifier, or a readable form with a checksum. The latter is for
 * identifiers that are not valid file names on every system, or could differ from another one only in case. It is
 * unique per identifier.
 */
export function fileNameOf(id: string): string {
  if (PLAIN.test(id) && !DEVICE.test(id)) return `${id}.yaml`;
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, READABLE_LENGTH)
    .replace(/-+$/, '');
  // No plain identifier contains a tilde.
  return `${readable || 'x'}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}.yaml`;
}
