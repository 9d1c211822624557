import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Permission } from '../api/session';

/** The groups of the navigation, in this order. */
export const NAVIGATION_GROUPS = [
  'Delivery',
  'Content',
  'People',
  'Connections',
  'Environment',
  'Organization',
] as const;

/** The entry of a screen in the navigation and in the command palette: `staticData.entry` of its route. */
export interface NavigationEntry {
  group: (typeof NAVIGATION_GROUPS)[number];
  label: string;
  icon: LucideIcon;
  /** What is needed to read what is there. */
  permission?: Permission;
  /** The place in the group, from the top. */
  order: number;
}

/** An entry, and where it leads. */
export interface NavigationPlace extends NavigationEntry {
  path: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: NavigationEntry;
  }
}

/** The entries of all routes that have one, in groups and in order: what is not built has none. */
export function placesOf(routes: object): { group: string; places: NavigationPlace[] }[] {
  const places = (Object.values(routes) as AnyRoute[]).flatMap(({ fullPath, options }): NavigationPlace[] => {
    const entry = (options as { staticData?: StaticDataRouteOption } | undefined)?.staticData?.entry;
    return entry ? [{ ...entry, path: (fullPath as string).replace(/(.)\/$/, '$1') }] : [];
  });
  return NAVIGATION_GROUPS.map((group) => ({
    group,
    places: places.filter((place) => place.group === group).toSorted((one, other) => one.order - other.order),
  })).filter(({ places }) => places.length > 0);
}
