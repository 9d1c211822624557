import { NavLink, Tooltip } from '@mantine/core';
import { useRefusal, useVisitor } from '../api/session';
import { NavigationLink } from '../ui/links';
import type { NavigationPlace } from './navigation';
import { usePlaces } from './navigation-places';
import classes from './shell.module.css';

/** All screens, in groups. `onChosen` closes the list where it covers the screen. */
export function NavigationList({ onChosen }: { onChosen: () => void }) {
  const { guest } = useVisitor();
  const Entry = guest ? EntryLink : PermittedEntry;
  return usePlaces().map(({ group, places }) => (
    <section key={group} aria-label={group}>
      <p className={classes.group}>{group}</p>
      {places.map((place) => (
        <Entry key={place.path} place={place} onChosen={onChosen} />
      ))}
    </section>
  ));
}

interface EntryProps {
  place: NavigationPlace;
  onChosen: () => void;
}

function PermittedEntry({ place, onChosen }: EntryProps) {
  const refusal = useRefusal(place.permission);
  if (refusal !== undefined)
    return (
      <Tooltip label={refusal} position="right" multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <NavLink {...lookOf(place)} component="button" aria-disabled aria-description={refusal} c="dimmed" />
      </Tooltip>
    );
  return <EntryLink place={place} onChosen={onChosen} />;
}

function EntryLink({ place, onChosen }: EntryProps) {
  const { path } = place;
  return (
    <NavigationLink
      {...lookOf(place)}
      to={path as '/'}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      activeProps={{ active: true }}
      onClick={onChosen}
    />
  );
}

function lookOf({ label, icon: Icon }: NavigationPlace) {
  return { label, leftSection: <Icon size={16} aria-hidden />, className: classes.entry };
}
