import { Spotlight, spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEnvironment, useSession } from '../api/session';
import { usePlaces } from './navigation-places';
import { useFound } from './palette-sources';

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds screens, and whatever the features find by words. */
// oxlint-disable-next-line import/no-default-export -- loaded when it is first opened
export default function Palette({ opened, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const words = text.trim();
  const [settled] = useDebouncedValue(words, 200);
  const [session, environment] = [useSession(), useEnvironment()];
  const screens = useScreens(words);
  const { data: groups = [], isFetching } = useFound(settled, session, environment);
  const found = words === '' ? [] : groups;
  const go = useGo(onClose);
  // It closes itself by its own state only: `forceOpened` would leave it open on Escape.
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  return (
    <Spotlight.Root
      onSpotlightClose={onClose}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      aria-label="Find"
    >
      <Spotlight.Search
        placeholder="Find screens, people, …"
        aria-label="Find screens, people and more"
        leftSection={<Search size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label="Screens">
            {screens.map(({ path, label, icon: Icon }) => (
              <Spotlight.Action
                key={path}
                label={label}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => go(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.map(({ group, found }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found.map(({ path, label, description }) => (
              <Spotlight.Action
                key={path}
                label={label}
                description={description}
                leftSection={<ArrowRight size={16} aria-hidden />}
                onClick={() => go(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {screens.length === 0 && found.length === 0 && (
          <Spotlight.Empty>{isFetching || settled !== words ? 'Searching …' : 'No results'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useScreens(words: string) {
  return usePlaces()
    .flatMap(({ places }) => places)
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()));
}

function useGo(onClose: () => void): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    spotlight.close();
    onClose();
    void navigate({ to: path });
  };
}
