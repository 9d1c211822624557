import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Environment } from '../api/client';
import { type Permission, refusalReason, type Session } from '../api/session';

/** Something that was found, and where it is. */
export interface Found {
  label: string;
  description?: string;
  /** Path in the console, such as `/subscribers/ada`. */
  path: string;
}

/**
 * Finds things of one resource by words. A feature adds one by a file `palette.ts` that exports it as `source`. Opening the
 * palette loads it.
 */
export interface PaletteSource {
  /** What is found, as heading: `Subscribers`. */
  group: string;
  permission: Permission;
  /** At most about five. */
  find(text: string, environment: Environment, signal: AbortSignal): Promise<Found[]>;
}

interface FoundGroup {
  group: string;
  found: Found[];
}

const MODULES = import.meta.glob<{ source: PaletteSource }>('../features/*/palette.ts');

/** What all features find. A feature that fails finds nothing: the others still help. */
export function useFound(text: string, session: Session, environment: Environment): UseQueryResult<FoundGroup[]> {
  return useQuery({
    queryKey: [environment.id, 'palette', text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const modules = await Promise.all(Object.values(MODULES).map((load) => load()));
      const allowed = modules.filter(({ source }) => !refusalReason(source.permission, session, environment));
      const found = await Promise.allSettled(
        allowed.map(async ({ source }) => ({
          group: source.group,
          found: await source.find(text, environment, signal),
        })),
      );
      return found.flatMap((one) => (one.status === 'fulfilled' && one.value.found.length > 0 ? [one.value] : []));
    },
  });
}
