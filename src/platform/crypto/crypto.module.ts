import { type DynamicModule, Global, Module } from '@nestjs/common';
import { KeyChange } from './key-change.service.js';
import { KeyRing, SecretBox } from './secret-box.js';

@Global()
@Module({})
export class CryptoModule {
  static forRoot(secretKey: string, previousKey: string | undefined): DynamicModule {
    return {
      module: CryptoModule,
      providers: [
        { provide: KeyRing, useValue: new KeyRing(secretKey, previousKey) },
        { provide: SecretBox, useValue: new SecretBox(secretKey, previousKey) },
        KeyChange,
      ],
      exports: [KeyRing, SecretBox],
    };
  }
}
