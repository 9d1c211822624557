import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [DeliveryModule], controllers: [HealthController] })
export class HealthModule {}
