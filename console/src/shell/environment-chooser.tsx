import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown, ShieldAlert } from 'lucide-react';
import type { Environment } from '../api/client';
import { useVisitor } from '../api/session';
import { FIRST_PAGE } from '../ui/paging';
import { colorOf } from './environment-color';
import classes from './shell.module.css';

/** The environment that is shown, and the choice of another one. It is in the address. */
export function EnvironmentChooser() {
  const navigate = useNavigate();
  const { session, guest, environment: current } = useVisitor();
  const { environments } = session ?? guest ?? { environments: [] };
  const choose = (env: string) => navigate({ to: '.', search: (search) => ({ ...search, ...FIRST_PAGE, env }) });
  if (!current) return null;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          className={classes.environment}
          data-production={current.protected || undefined}
          variant="default"
          size="xs"
          aria-label={`Environment: ${current.name}`}
          leftSection={<Sign environment={current} />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Environment</Menu.Label>
        {environments.map((one) => (
          <Menu.Item
            key={one.id}
            style={{ '--environment': colorOf(one) }}
            leftSection={<span className={classes.dot} />}
            rightSection={one.id === current.id ? <Check size={14} aria-label="current" /> : undefined}
            onClick={() => void choose(one.identifier)}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Sign({ environment }: { environment: Environment }) {
  return environment.protected ? <ShieldAlert size={14} aria-hidden /> : <span className={classes.dot} />;
}
