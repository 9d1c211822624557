import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Attachment, AttachmentSchema } from './attachment.schema.js';
import { AttachmentFiles } from './attachment-files.js';
import { AttachmentsService } from './attachments.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Attachment.name, schema: AttachmentSchema }])],
  providers: [AttachmentFiles, AttachmentsService],
  exports: [AttachmentFiles, AttachmentsService],
})
export class AttachmentsModule {}
