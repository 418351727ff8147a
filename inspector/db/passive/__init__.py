"""The read-only VFS: files in use are read without a trace, a torn answer or a blocked writer (ARCHITECTURE.md).

``decide`` chooses by ten rules which view of a file is taken; ``views`` hold what a read sees and know whether it is
one committed state; ``vfs`` shows a view to SQLite; ``file`` ties them to a file and to what a read has tried so far.
"""
