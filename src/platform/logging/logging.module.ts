import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Logger } from './logger.js';

@Global()
@Module({
  providers: [{ provide: Logger, useFactory: (config: Config) => new Logger(config), inject: [Config] }],
  exports: [Logger],
})
export class LoggingModule {}
