import type { MongoClient } from 'mongodb';
import type { RunOnRequirement } from './unified-file.js';

/** What decides whether a case applies to a server. */
export interface ServerFacts {
  version: string;
  topology: 'single' | 'replicaset' | 'sharded';
}

/** Asks a server what it is. */
export async function serverFacts(client: MongoClient): Promise<ServerFacts> {
  const hello = await client.db('admin').command({ hello: 1 });
  const build = await client.db('admin').command({ buildInfo: 1 });
  const topology = hello.msg === 'isdbgrid' ? 'sharded' : hello.setName === undefined ? 'single' : 'replicaset';
  return { version: String(build.version), topology };
}

/** True when one of the requirements holds, or none is stated. */
export function applies(requirements: RunOnRequirement[] | undefined, server: ServerFacts): boolean {
  return requirements === undefined || requirements.some((requirement) => holds(requirement, server));
}

function holds(requirement: RunOnRequirement, server: ServerFacts): boolean {
  if (requirement.minServerVersion !== undefined && compareVersions(server.version, requirement.minServerVersion) < 0) {
    return false;
  }
  if (requirement.maxServerVersion !== undefined && compareVersions(server.version, requirement.maxServerVersion) > 0) {
    return false;
  }
  if (requirement.topologies !== undefined && !requirement.topologies.includes(server.topology)) return false;
  return requirement.serverless !== 'require' && requirement.auth !== true;
}

/** Compares dotted versions; a missing part counts as 0. */
export function compareVersions(left: string, right: string): number {
  const a = left.split('.').map(Number);
  const b = right.split('.').map(Number);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
