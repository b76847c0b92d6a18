"""The parts of the suite cli; common.py is what they share."""
