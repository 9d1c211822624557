import { Global, Module } from '@nestjs/common';
import { Computation } from './computation.service.js';

/** Computing of what users have written, for everybody. */
@Global()
@Module({ providers: [Computation], exports: [Computation] })
export class ComputationModule {}
