import { type DynamicModule, Global, Module } from '@nestjs/common';
import { KeyRing } from './key-ring.js';
import { SecretBox } from './secret-box.js';

@Global()
@Module({})
export class CryptoModule {
  static forRoot(secretKey: string): DynamicModule {
    return {
      module: CryptoModule,
      providers: [
        { provide: KeyRing, useValue: new KeyRing(secretKey) },
        { provide: SecretBox, useValue: new SecretBox(secretKey) },
      ],
      exports: [KeyRing, SecretBox],
    };
  }
}
