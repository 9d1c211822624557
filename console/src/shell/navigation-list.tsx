import { NavLink, Tooltip } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRefusal } from '../api/session';
import { NavigationLink } from '../ui/links';
import { type NavigationPlace, placesOf } from './navigation';
import classes from './shell.module.css';

/** All screens, in groups. `onChosen` closes the list where it covers the screen. */
export function NavigationList({ onChosen }: { onChosen: () => void }) {
  const groups = placesOf(useRouter().routesById);
  return groups.map(({ group, places }) => (
    <section key={group} aria-label={group}>
      <p className={classes.group}>{group}</p>
      {places.map((place) => (
        <Entry key={place.path} place={place} onChosen={onChosen} />
      ))}
    </section>
  ));
}

function Entry({ place, onChosen }: { place: NavigationPlace; onChosen: () => void }) {
  const { path, label, icon: Icon, permission } = place;
  const refusal = useRefusal(permission);
  const look = { label, leftSection: <Icon size={16} aria-hidden />, className: classes.entry };
  if (refusal !== undefined)
    return (
      <Tooltip label={refusal} position="right" multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <NavLink {...look} component="button" aria-disabled aria-description={refusal} c="dimmed" />
      </Tooltip>
    );
  return (
    <NavigationLink
      {...look}
      to={path as '/'}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      activeProps={{ active: true }}
      onClick={onChosen}
    />
  );
}
