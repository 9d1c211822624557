/** Where the queue lives: in Redis, or in the embedded queue's PostgreSQL. */
export interface QueueConnection {
  readonly kind: 'redis' | 'postgres';
  readonly uri: string;
}
