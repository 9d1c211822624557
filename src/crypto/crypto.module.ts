import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SecretBox } from './secret-box.js';

@Global()
@Module({})
export class CryptoModule {
  static forRoot(secretKey: string): DynamicModule {
    return {
      module: CryptoModule,
      providers: [{ provide: SecretBox, useValue: new SecretBox(secretKey) }],
      exports: [SecretBox],
    };
  }
}
