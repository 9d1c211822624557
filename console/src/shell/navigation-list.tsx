import { NavigationLink } from '../ui/links';
import type { NavigationPlace } from './navigation';
import { usePlaces } from './navigation-places';
import classes from './shell.module.css';

/** The screens of this visitor, in groups. `onChosen` closes the list where it covers the screen. */
export function NavigationList({ onChosen }: { onChosen: () => void }) {
  return usePlaces().map(({ group, places }) => (
    <section key={group} aria-label={group}>
      <p className={classes.group}>{group}</p>
      {places.map((place) => (
        <EntryLink key={place.path} place={place} onChosen={onChosen} />
      ))}
    </section>
  ));
}

interface EntryProps {
  place: NavigationPlace;
  onChosen: () => void;
}

function EntryLink({ place: { path, label, icon: Icon }, onChosen }: EntryProps) {
  return (
    <NavigationLink
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      className={classes.entry}
      to={path as '/'}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      activeProps={{ active: true }}
      onClick={onChosen}
    />
  );
}
