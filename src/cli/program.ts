import { Command } from 'commander';
import { storeCommand } from '#libs/embedded-mongo/store.command.js';
import { auditCommand } from '../audit/verify/audit.command.js';
import { demoCommand } from './demo/demo.command.js';
import { importCommand } from '../importer/import.command.js';
import { pagesCommand } from '../pages/pages.command.js';
import { VERSION } from '../platform/package-root.js';
import { workflowsCommand } from '../promotion/files/workflows.command.js';
import { accountsCommand } from '../server/accounts/accounts.command.js';
import { backupCommand, restoreCommand } from '../server/backup/backup.command.js';
import { doctorCommand } from '../server/doctor/doctor.command.js';
import { keysCommand } from '../server/keys/keys.command.js';
import { moveCommand } from '../server/move/move.command.js';
import { startCommand } from './start.command.js';

/** The command `carillon`. Each subcommand is defined beside the code that it runs, and loads that code when it runs. */
export function carillonCommand(): Command {
  const carillon = new Command('carillon')
    .description('Self-hosted notification delivery. Each command has --help.')
    .version(VERSION)
    .addHelpText('after', '\nExample:\n  carillon demo');
  carillon.commandsGroup('Service:').addCommand(startCommand()).addCommand(demoCommand());
  carillon
    .commandsGroup('On the server:')
    .addCommand(keysCommand())
    .addCommand(accountsCommand())
    .addCommand(pagesCommand())
    .addCommand(doctorCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(moveCommand());
  carillon
    .commandsGroup('Anywhere:')
    .addCommand(workflowsCommand())
    .addCommand(importCommand())
    .addCommand(auditCommand())
    .addCommand(storeCommand());
  return carillon;
}
