import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../platform/values/is-object.js';
import type { LayoutDefinition, ResourceKind, WorkflowDefinition } from '../definitions/definition.js';
import { fileNameOf } from './file-name.js';
import { fromYaml, toYaml } from './yaml.js';

/** A definition in a file. */
export interface DefinitionFile {
  kind: ResourceKind;
  id: string;
  path: string;
  /** What the file says; a layout may say `isDefault: true`. */
  content: Record<string, unknown>;
}

/** Files of the folder that cannot be used, each with the reason. */
export class FolderError extends Error {
  override readonly name = 'FolderError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** What writing a folder did, by path. */
export interface FolderChanges {
  written: string[];
  removed: string[];
  unchanged: number;
}

const FOLDERS: Record<ResourceKind, string> = { layout: 'layouts', workflow: 'workflows' };
const KINDS = ['layout', 'workflow'] as const;

/** The definitions in a folder: one YAML file each, in `layouts` and `workflows`. Throws {@link FolderError}. */
export async function readFolder(dir: string): Promise<DefinitionFile[]> {
  const files: DefinitionFile[] = [];
  const problems: string[] = [];
  for (const kind of KINDS) {
    for (const path of await yamlFilesIn(join(dir, FOLDERS[kind]))) {
      try {
        const file = readDefinition(kind, path, await readFile(path, 'utf8'));
        const twin = files.find((other) => other.kind === kind && other.id === file.id);
        if (twin) throw new Error(`${twin.path} has the same identifier, '${file.id}'`);
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
 * Makes the folder hold these definitions and no others. A resource stays in the file it is in, whatever its name; a
 * file whose text is right already is not written.
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
  if (typeof id !== 'string') throw new Error(`${field} is missing, or is no text`);
  return { kind, id, path, content };
}
