import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

const MAX_EMAIL_LENGTH = 320;

/** The form in which accounts store an email, and by which they are found. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** An email by which an account is looked up. It need not be a valid address. */
export function IsEmailToFind(): PropertyDecorator {
  return applyDecorators(IsString(), IsNotEmpty(), MaxLength(MAX_EMAIL_LENGTH));
}
