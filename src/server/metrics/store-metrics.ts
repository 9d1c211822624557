import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Counts the commands to the store, and the time they take. The connection announces them only where metrics are served. */
@Injectable()
export class StoreMetrics implements OnModuleInit, OnModuleDestroy {
  private readonly onSuccess = (event: mongo.CommandSucceededEvent) => this.note(event, 'ok');
  private readonly onFailure = (event: mongo.CommandFailedEvent) => this.note(event, 'failed');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.connection.getClient().on('commandSucceeded', this.onSuccess).on('commandFailed', this.onFailure);
  }

  onModuleDestroy(): void {
    this.connection.getClient().off('commandSucceeded', this.onSuccess).off('commandFailed', this.onFailure);
  }

  private note({ commandName, duration }: { commandName: string; duration: number }, result: 'ok' | 'failed'): void {
    this.metrics.storeCommands.add({ command: commandName, result });
    this.metrics.storeSeconds.observe({ command: commandName }, duration / 1000);
  }
}
