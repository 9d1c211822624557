import { ActionIcon, AppShell, Burger, Button, Kbd, ScrollArea } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useVisitor } from '../api/session';
import { ButtonLink } from '../ui/links';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { EnvironmentChooser } from './environment-chooser';
import { colorOf } from './environment-color';
import { NavigationList } from './navigation-list';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette'));

/** What is around every screen behind the sign-in. */
export function Shell() {
  const { guest, environment } = useVisitor();
  const [listOpened, list] = useDisclosure();
  const [paletteOpened, palette] = useDisclosure();
  const [paletteWanted, wantPalette] = useState(false);
  const main = useFocusAtNewScreen();
  const search = () => {
    wantPalette(true);
    palette.open();
  };
  useHotkeys(guest ? [] : [['mod+K', search]], []);
  useHotkeys([['Escape', list.close, { preventDefault: false }]], []);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !listOpened } }}
      padding={{ base: 'sm', sm: 'lg' }}
      style={{ '--environment': colorOf(environment ?? {}) }}
    >
      <a className="visible-on-focus" href="#main">
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <Burger
          opened={listOpened}
          onClick={list.toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={listOpened ? 'Close menu' : 'Open menu'}
        />
        <Link to={guest ? '/outbox' : '/'} className={classes.brand} aria-label="Carillon, back to dashboard">
          <Brand />
        </Link>
        <EnvironmentChooser />
        {guest ? <SignInLink /> : <PersonControls onSearch={search} />}
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Screens">
        <AppShell.Section component={ScrollArea} grow px={6} pb="md">
          <NavigationList onChosen={list.close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} ref={main}>
        <div className={classes.main}>
          <Outlet />
        </div>
      </AppShell.Main>
      {paletteWanted && (
        <Suspense>
          <Palette opened={paletteOpened} onClose={palette.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

/** Search and account of a person. */
function PersonControls({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <Button
        ml="auto"
        variant="default"
        size="xs"
        visibleFrom="sm"
        onClick={onSearch}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
      >
        Search
      </Button>
      <ActionIcon ml="auto" variant="default" size={30} hiddenFrom="sm" onClick={onSearch} aria-label="Search">
        <Search size={16} aria-hidden />
      </ActionIcon>
      <AccountMenu />
    </>
  );
}

/** Guests see few screens; all the others need an account. */
function SignInLink() {
  const { href } = useLocation();
  return (
    <ButtonLink ml="auto" variant="default" size="xs" to="/sign-in" search={{ returnTo: href }}>
      Sign in
    </ButtonLink>
  );
}

/** After a change of the screen the focus is at its beginning, also for the keyboard and screen readers. */
function useFocusAtNewScreen() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current !== pathname && !main.current?.contains(document.activeElement)) main.current?.focus();
    former.current = pathname;
  }, [pathname]);
  return main;
}
