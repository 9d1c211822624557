import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Brand } from './brand';
import classes from './shell.module.css';

/** What is around the screens for which nobody has signed in yet. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Carillon`);
  return (
    <main className={classes.outside}>
      <Brand />
      <div className={classes.card}>
        <Title order={1} size="h4" mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
