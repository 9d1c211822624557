import type { AnyRoute, StaticDataRouteOption } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { GuestPlace, Permission } from '../api/session';

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
  /** It is left out where the environment has nothing of the kind. */
  onlyWhereServed?: true;
  /** The place in the group, from the top. */
  order: number;
}

/** An entry, and where it leads. */
export interface NavigationPlace extends NavigationEntry {
  path: string;
  /** For guests, where they may see this. */
  guests?: GuestPlace;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: NavigationEntry;
    /** Guests see the screen where `GET /v1/session/guest` says that this is open. */
    guests?: GuestPlace;
  }
}

/** The entries of all routes that have one, in groups and in order: what is not built has none. */
export function placesOf(routes: object): { group: string; places: NavigationPlace[] }[] {
  const places = (Object.values(routes) as AnyRoute[]).flatMap(({ fullPath, options }): NavigationPlace[] => {
    const { entry, guests } = (options as { staticData?: StaticDataRouteOption } | undefined)?.staticData ?? {};
    return entry ? [{ ...entry, guests, path: (fullPath as string).replace(/(.)\/$/, '$1') }] : [];
  });
  return NAVIGATION_GROUPS.map((group) => ({
    group,
    places: places.filter((place) => place.group === group).toSorted((one, other) => one.order - other.order),
  })).filter(({ places }) => places.length > 0);
}
