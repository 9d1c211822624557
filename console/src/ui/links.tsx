import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface OfLink {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
}

/** A link in a text or a table. `to` and `params` are checked against the routes. */
export const TextLink = createLink((props: AnchorProps & OfLink) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & OfLink) => <Button component="a" {...props} />);

/** An entry of the navigation. */
export const NavigationLink = createLink((props: NavLinkProps & OfLink) => <NavLink {...props} />);
