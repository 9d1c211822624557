import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { guestQuery, refusalReason, useVisitor } from '../api/session';
import { type NavigationPlace, placesOf } from './navigation';

/**
 * The entries for this visitor: people get the screens that they may see, guests those that are open to them, and nobody gets
 * what is not served.
 */
export function usePlaces(): { group: string; places: NavigationPlace[] }[] {
  const { guest, session, environment } = useVisitor();
  const open = useQuery(guestQuery).data?.data;
  const isShown = ({ guests, onlyWhereServed, permission }: NavigationPlace): boolean => {
    const access = guests && open?.[guests];
    if (guest) return access === 'open';
    if (!session || !environment || refusalReason(permission, session, environment)) return false;
    return onlyWhereServed !== true || (access !== undefined && access !== 'off');
  };
  return placesOf(useRouter().routesById)
    .map(({ group, places }) => ({ group, places: places.filter(isShown) }))
    .filter(({ places }) => places.length > 0);
}
